-- The pages of newsletters that went out change with these, and the page cache with them.
CREATE CONSTRAINT TRIGGER issues_change_counts AFTER INSERT OR DELETE OR UPDATE OF state, send_after, is_archived ON issues DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
