def events(rules, before, move, after):
    return []
