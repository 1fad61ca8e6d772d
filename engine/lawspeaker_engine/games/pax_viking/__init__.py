"""Pax Viking."""
