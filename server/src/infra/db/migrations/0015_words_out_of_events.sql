-- Events hold no words any more; those stored before would keep what was deleted for up to 30 days.
UPDATE "business_events" SET "data" = "data" - 'lines' WHERE "type" = 'conversation.ended';
