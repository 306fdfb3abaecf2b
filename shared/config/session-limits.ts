/** Limits of sessions and playbooks. Every name states its unit. */

export const sessionLimits = {
  /** Life of a session after its last use, seconds. */
  ttlSecsMin: 60,
  ttlSecsMax: 604_800,
  ttlSecsDefault: 86_400,
  /** Of a session that a call began by itself. */
  implicitTtlSecs: 86_400,
  maxUsesMax: 1_000_000_000,
  idMaxCharacters: 128,
  domainMaxCharacters: 255,

  cookiesMax: 200,
  /** Of one, name and value together. RFC 6265, section 6.1. */
  cookieMaxBytes: 4_096,
  headersMax: 50,
  headersMaxBytes: 8_192,
  originsMax: 20,
  storageItemsMax: 200,
  storageMaxBytes: 65_536,
  secretsMax: 50,
  secretMaxBytes: 8_192,
  /** All secrets of a playbook together: every page is searched for them. */
  secretsMaxBytes: 16_384,
  secretNameMaxCharacters: 64,
  textMaxCharacters: 1_024,
  refreshSecsMin: 60,
  refreshSecsMax: 604_800,

  /** Longest run of a playbook, which is the lease it takes. */
  runMaxMs: 120_000,
  /** What an activity may take on top of the run. */
  runGraceMs: 10_000,
  /** How often the activity shows that it lives. */
  runHeartbeatTimeoutMs: 20_000,
  /** Longest lease that a user is given. */
  leaseMaxMs: 600_000,
  /** Longest wait for a lease. */
  waitMaxMs: 60_000,
  /** Users that wait for one session at a time. Temporal takes ten open updates, and those who have it need theirs. */
  waitersMax: 5,
  /** How soon a client asks again for whom there was no room to wait. */
  crowdPauseMs: 250,
  /** A failed run is tried again by users no sooner: accounts are locked by too many logins. */
  retryPauseMs: 30_000,
  /** What `Retry-After` says at most. */
  retryAfterSecsMax: 5,
  /** How long an expired session says so before it is gone. */
  expiredGraceMs: 600_000,
  /** Events in the history of an entity after which it continues as new. */
  historyEventsMax: 2_000,
  /** Updates of one run after which it continues as new; the server takes 2,000. */
  updatesMax: 1_000,
  /** How long whoever deletes a session waits until it is gone. */
  removeWaitMs: 5_000,
  /** Tries at deleting what a session owned, all together. */
  removeTimeoutMs: 86_400_000,
  removeStartToCloseMs: 60_000,

  /** Deadline of a call that the entity answers at once. */
  updateDeadlineMs: 10_000,
  /** Entries of one page of a list. */
  listPageDefault: 20,
  listPageMax: 100,
  /** Tries at a `PUT` that others get ahead of. */
  replaceTries: 5,
  /** Sessions of a list that are asked at a time how they stand. */
  viewsAtATime: 8,
} as const

/** Sessions in calls and in pages of jobs. */
export const callSessionLimits = {
  /** On top of the budget of a call or a page, for giving the session back. */
  leaseGraceMs: 5_000,
  /** How long a page of a job waits in the line of a session before it asks again. */
  jobWaitMs: 20_000,
  /** How soon a page of a job asks again where the workflow service is away. */
  awayPauseMs: 1_000,
  /** Of one attempt at loading the page that a playbook begins at. */
  runAttemptMs: 60_000,
} as const

/** What is kept of what pages leave in a session; of cookies see `cookieLimits`. */
export const sessionStateLimits = {
  originsMax: 20,
  /** Of one origin. */
  storageItemsMax: 1_000,
  /** Keys and values of all origins together, in characters. */
  storageMaxCharacters: 1024 * 1024,
  /** Longest time for filling in local storage, or for reading what a page left in it. */
  storageTimeoutMs: 3_000,
  /** Of one frame whose storage is read. */
  frameTimeoutMs: 1_000,
  /** Frames whose storage is looked at. */
  framesMax: 50,
} as const

/** What stands where a secret was. */
export const redactedMark = '[secret]'

/** Redaction of what leaves. */
export const redactionLimits = {
  /** Shorter ones would take ordinary words along. */
  secretMinCharacters: 4,
  /** Below it Base64 of a secret is too short to tell. */
  base64SecretMinCharacters: 8,
  /** Automata that a thread keeps, and what they take together. */
  redactorsMax: 16,
  redactorsMaxBytes: 32 * 1024 * 1024,
  /** CPU time for texts that are redacted apart from a page, of one portion. */
  textsBudgetMs: 5_000,
  /** Of one portion: what a loop copies to a thread at a time. */
  portionMaxCharacters: 256 * 1024,
  portionMaxTexts: 2_000,
  /** Of values of cookies and headers of a session, which captures are searched for: shorter ones are words. */
  credentialMinCharacters: 8,
  credentialsMax: 200,
  credentialsMaxCharacters: 32_768,
} as const
