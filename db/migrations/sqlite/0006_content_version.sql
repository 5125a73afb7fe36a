-- Counts the changes to what visitors see, so that kept pages know when they are out of date. Each trigger counts within
-- the transaction of the change, whoever makes it.

CREATE TABLE content_version (
  id integer PRIMARY KEY CHECK (id = 1),
  version integer NOT NULL CHECK (version >= 0)
) STRICT;

INSERT INTO content_version (id, version) VALUES (1, 0);

CREATE TRIGGER articles_insert_counts AFTER INSERT ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_update_counts AFTER UPDATE ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_counts AFTER DELETE ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER events_insert_counts AFTER INSERT ON events BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER events_update_counts AFTER UPDATE ON events BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER events_delete_counts AFTER DELETE ON events BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER members_insert_counts AFTER INSERT ON members BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER members_update_counts AFTER UPDATE ON members BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER members_delete_counts AFTER DELETE ON members BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER settings_insert_counts AFTER INSERT ON settings BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER settings_update_counts AFTER UPDATE ON settings BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER settings_delete_counts AFTER DELETE ON settings BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_insert_counts AFTER INSERT ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_update_counts AFTER UPDATE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_delete_counts AFTER DELETE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
