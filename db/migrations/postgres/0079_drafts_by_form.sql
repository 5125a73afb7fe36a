-- A draft is a row of its form: 'articles-7', 'articles-new-' and the key of its creation, 'settings'. A new form is a row of its own.
ALTER TABLE drafts ADD COLUMN form text CONSTRAINT drafts_form_check CHECK (utf16_length(form) BETWEEN 1 AND 80);
UPDATE drafts SET form = kind || '-' || CASE entity_id WHEN 0 THEN 'new-' || key ELSE entity_id::text END;
ALTER TABLE drafts DROP CONSTRAINT drafts_pkey, ALTER COLUMN form SET NOT NULL;
ALTER TABLE drafts ADD PRIMARY KEY (administrator_id, form);
ALTER TABLE drafts DROP COLUMN kind, DROP COLUMN entity_id, DROP COLUMN id, DROP COLUMN key;
CREATE INDEX drafts_form ON drafts (form);
