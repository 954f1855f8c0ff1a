"""Agent folders."""
