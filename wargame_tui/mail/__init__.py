"""Play by e-mail: two players who only exchange files (letters), and proof that what they say is true."""
