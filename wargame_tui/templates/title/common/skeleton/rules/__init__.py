"""The rules, one module a chapter of rules.md."""
