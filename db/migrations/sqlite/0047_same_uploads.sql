-- The picture library asks which uploads are of one file.
CREATE INDEX uploads_same ON uploads (file_name, bytes);
