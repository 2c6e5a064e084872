"""The parts that all pages are made with: visits and templates, forms, words, charts, files."""
