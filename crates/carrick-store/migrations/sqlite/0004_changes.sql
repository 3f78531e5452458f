-- The number of the last change that everybody who looks at the board may see, from the series 'change':
-- whoever shows boards live asks for those with a greater one than the last he knows. Boards on which
-- nothing has happened since this column came have none.
ALTER TABLE boards ADD COLUMN change INTEGER CHECK (change >= 1);

CREATE UNIQUE INDEX boards_by_change ON boards (change) WHERE change IS NOT NULL;
