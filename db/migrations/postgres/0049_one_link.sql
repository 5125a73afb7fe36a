-- Changes of accounts are told by e-mail and not taken back by a link; nobody demands a second factor from a day on.
DROP TABLE account_changes;
DELETE FROM secrets WHERE name = 'objections' OR name LIKE 'objections until %';
DELETE FROM settings WHERE key = 'secondFactorFrom';
