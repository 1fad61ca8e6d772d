"""Starter projects for bots: templates a language, and the SDK as a package that the project has in it.

In a language, `all` is in every project, `any` in one for any game, `typed` and the folder of a game in one for a game;
`shared` is in all of all languages.
"""
