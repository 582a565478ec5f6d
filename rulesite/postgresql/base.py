"""PostgreSQL whose connections, once one of them was found closed, are all made anew."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection out of the pool."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if not self.pool:
            return connection
        try:
            ConnectionPool.check_connection(connection)
        except Error:
            # One that the database closed is rarely alone, and the pool would look at them one by one, with pauses.
            self.pool.putconn(connection)
            self.pool.drain()
            connection = super().get_new_connection(conn_params)
        return connection
