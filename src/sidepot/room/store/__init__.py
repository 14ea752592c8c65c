"""The store: streams of records, accounts, sealed decks, the ledger, snapshots and archives."""
