/** This browser, or this address, can't hold a call; the message is for people. */
export class SoundUnavailable extends Error {}
