"""From the bytes of a mail to what somebody wrote: nothing that comes in makes it fail."""
