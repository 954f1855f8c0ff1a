"""Did runs keep the rules? Answers with evidence, by static rules and by a language model."""
