"""A tournament as one archive that anybody can verify without its ledger: a signed manifest, and all records.

What reads and verifies an archive must not import the ledger, which needs a database's packages.
"""
