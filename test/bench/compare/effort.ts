/** How much is measured. */
export interface Effort {
  /** Blocks of each side, in turn. */
  readonly turns: number;
  readonly secondsPerBlock: number;
  /** Load before the first comparison of a server: the runtime's compilers need it. */
  readonly warmUpSeconds: number;
  /** Distinct questions for Quarry. They outlast its caches of questions. */
  readonly questions: number;
  /** Distinct questions for the peers, which keep none. */
  readonly peerQuestions: number;
  readonly recallQuestions: number;
  /** Documents of one kilobyte for the uploads. */
  readonly uploads: number;
  /** Pause before memory is read, in which a server returns what it does not need. */
  readonly idleSeconds: number;
  readonly openLoopSeconds: number;
  readonly connections: readonly number[];
}

/** The effort of the whole table. */
export const WHOLE: Effort = {
  turns: 5,
  secondsPerBlock: 4,
  warmUpSeconds: 25,
  questions: 50_000,
  peerQuestions: 2500,
  recallQuestions: 100,
  uploads: 10_000,
  idleSeconds: 60,
  openLoopSeconds: 20,
  connections: [1, 8, 64],
};

/** The effort of a trial of the benchmark itself. Its figures mean nothing. */
export const TRIAL: Effort = {
  turns: 2,
  secondsPerBlock: 1,
  warmUpSeconds: 2,
  questions: 5000,
  peerQuestions: 500,
  recallQuestions: 20,
  uploads: 400,
  idleSeconds: 2,
  openLoopSeconds: 4,
  connections: [1, 8],
};
