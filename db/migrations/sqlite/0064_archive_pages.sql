-- The pages of newsletters that went out change with these, and the page cache with them.
CREATE TRIGGER issues_delete_counts AFTER DELETE ON issues BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER issues_insert_counts AFTER INSERT ON issues BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER issues_update_counts AFTER UPDATE OF state, send_after, is_archived ON issues
  BEGIN UPDATE content_version SET version = version + 1; END;
