-- When the browser that wrote the copy had stored it: tells its own copies from those of another device.
ALTER TABLE working_copies ADD COLUMN stamp text CHECK (utf16_length(stamp) = 24);
