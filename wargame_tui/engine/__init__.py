"""What titles share where they carry rules out and reckon with them: staged steps, rolls, chances, shortest ways."""
