"""The referee under the address that the contract of the record names; the engine is `ludocards.engine`."""
