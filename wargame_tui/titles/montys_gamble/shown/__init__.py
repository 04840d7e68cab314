"""What front ends show: words, pictures, facts and odds."""
