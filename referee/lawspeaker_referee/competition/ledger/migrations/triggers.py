"""Triggers by which a database refuses to change or remove rows of facts."""

from __future__ import annotations

from alembic import op


def keep(table: str, key: tuple[str, ...]) -> None:
    """Refuse changes of a table's rows; `key` is its key besides the number of the row."""
    if op.get_bind().dialect.name == "sqlite":
        _keep_in_sqlite(table, key)
    else:
        _keep_in_postgresql(table)


def _keep_in_sqlite(table: str, key: tuple[str, ...]) -> None:
    """Refuse changes, and also INSERT OR REPLACE, which deletes without a trigger on deletions being asked."""
    refusal = f"SELECT RAISE(ABORT, 'the ledger only grows: {table} cannot be changed')"
    same = " AND ".join(f"{column} = NEW.{column}" for column in key) or "FALSE"
    for when in ("UPDATE", "DELETE"):
        op.execute(f"CREATE TRIGGER {table}_no_{when.lower()} BEFORE {when} ON {table} BEGIN {refusal}; END")
    there = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))"  # noqa: S608 - all of it stands above
    op.execute(f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {there} BEGIN {refusal}; END")


def _keep_in_postgresql(table: str) -> None:
    op.execute(
        "CREATE OR REPLACE FUNCTION ledger_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'the ledger only grows: % cannot be changed', TG_TABLE_NAME; END $$")
    op.execute(f"CREATE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
               "FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_grows()")
