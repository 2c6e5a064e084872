"""A language model at the table: asked at any address that speaks as OpenAI's does."""
