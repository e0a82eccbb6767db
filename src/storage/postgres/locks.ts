/** Numbers of the advisory locks. Each is held until the end of a transaction. */
export const advisoryLocks = {
  migration: 7_026_001,
  sweep: 7_026_002,
  rotation: 7_026_003,
  nonces: 7_026_004,
  limits: 7_026_005,
} as const;
