-- A draft is a row of its form: 'articles-7', 'articles-new-' and the key of its creation, 'settings'. A new form is a row of its own.
CREATE TABLE drafts_next (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  form text NOT NULL CHECK (length(form) BETWEEN 1 AND 80),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  -- Of the item that was edited.
  version integer CHECK (version >= 1),
  data text NOT NULL,
  PRIMARY KEY (administrator_id, form)
) STRICT;
INSERT INTO drafts_next (administrator_id, form, at, version, data)
SELECT administrator_id, kind || '-' || CASE entity_id WHEN 0 THEN 'new-' || key ELSE entity_id END, at, version, data FROM drafts;
DROP TABLE drafts;
ALTER TABLE drafts_next RENAME TO drafts;
CREATE INDEX drafts_form ON drafts (form);
