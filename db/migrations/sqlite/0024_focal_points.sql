-- The point of a picture that stays in view where it is cropped, in percent from its left and its top; null leaves it to the place.
ALTER TABLE articles ADD COLUMN image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100);
ALTER TABLE articles ADD COLUMN image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100);
ALTER TABLE members ADD COLUMN image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100);
ALTER TABLE members ADD COLUMN image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100);
ALTER TABLE events ADD COLUMN image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100);
ALTER TABLE events ADD COLUMN image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100);
