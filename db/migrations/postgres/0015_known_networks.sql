-- From where each administrator has signed in: SHA-256 of the IPv4 address or the IPv6 /64.
CREATE TABLE known_networks (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  network_hash text NOT NULL CHECK (length(network_hash) = 64),
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (administrator_id, network_hash)
);
CREATE INDEX known_networks_last_used_at ON known_networks (last_used_at);
