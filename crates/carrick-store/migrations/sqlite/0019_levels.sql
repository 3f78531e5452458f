-- The computer's players are as they were made, whatever was done with their accounts while that was possible: there,
-- and with nothing by which anybody could sign in or be written to.
UPDATE users SET deleted = NULL, password = NULL, reset_asked = NULL, news = 0, quiet = 0, daily = 0, zone = 'UTC'
    WHERE userid GLOB 'level[1-9]';
DELETE FROM web_passwords WHERE userid GLOB 'level[1-9]';
DELETE FROM second_factors WHERE userid GLOB 'level[1-9]';
DELETE FROM recovery_codes WHERE userid GLOB 'level[1-9]';
DELETE FROM sessions WHERE userid GLOB 'level[1-9]';
DELETE FROM api_tokens WHERE userid GLOB 'level[1-9]';
DELETE FROM feeds WHERE userid GLOB 'level[1-9]';
DELETE FROM account_changes WHERE userid GLOB 'level[1-9]';
DELETE FROM addresses WHERE userid GLOB 'level[1-9]';
DELETE FROM absences WHERE userid GLOB 'level[1-9]';
DELETE FROM blocks WHERE userid GLOB 'level[1-9]';
DELETE FROM displays WHERE userid GLOB 'level[1-9]';
DELETE FROM subscriptions WHERE userid GLOB 'level[1-9]';
UPDATE choices SET watches = 0, notify = 0 WHERE userid GLOB 'level[1-9]';
