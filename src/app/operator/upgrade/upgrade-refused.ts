/** The upgrade did not happen, and the site is as it was; `message` is a sentence for the operator. */
export class UpgradeRefused extends Error {}
