-- A browser is known by its cookie; the networks of administrators are not kept any more.
DROP TABLE known_networks;
