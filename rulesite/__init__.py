"""The site round the games: pages from content, languages, error pages, security."""
