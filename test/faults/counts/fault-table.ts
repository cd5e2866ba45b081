/** A fault that a test makes as often as its environment says. */
export interface Fault {
  readonly name: string;
  /** The test, below `test/`. */
  readonly file: string;
  /** The settings of a run, in which the test makes so many of these faults. */
  readonly env: Readonly<Record<string, string>>;
  readonly perRun: number;
  /** A pattern of the names of the tests that make the fault; all of the file without it. */
  readonly only?: string;
  /** How often it is to be made in total. */
  readonly asked: number;
}

const KILLS = 25;
const CUTS = 6;
const ROUNDS = 10;
const SERVERS_AND_WORKERS = 5;

/** All faults, and how often each is to be made: 1,000 kills, 200 power cuts, 100 of each other fault. */
export const FAULTS: readonly Fault[] = [
  ...[
    kills("the server, while documents are written", "acknowledged-writes", 350),
    kills("the server or its readers, while documents are processed", "processing-killed", 250),
    kills("the server, while an archive is unpacked", "killed-unpacking", 150),
  ],
  {
    name: "kills: the service, PostgreSQL or Chroma, in each configuration",
    ...{ file: "faults/stores-killed.test.ts", env: { QUARRY_TEST_KILLS: "5" }, perRun: 25, asked: 150 },
  },
  {
    name: "kills: the server, while all documents are changed or deleted",
    ...{ file: "faults/bulk-killed.test.ts", env: {}, perRun: 4, asked: 100 },
  },
  {
    name: "kills at each statement, before and after it, each once",
    file: "faults/killed-at-statements.test.ts",
    ...{ env: { QUARRY_TEST_STATEMENTS: "all" }, perRun: 1, asked: 1 },
  },
  ...[cuts("ext4", 100), cuts("xfs", 50), cuts("btrfs", 50)],
  ...[
    each("a full disk", "disk-full"),
    rounds("a read-only disk, and one that stands still", "disk-away"),
    { ...rounds("damaged files of the database, of 8 kinds", "damaged-database"), perRun: ROUNDS * 8 },
    {
      ...rounds("three servers and two workers restart one after the other", "balanced-servers"),
      ...{ only: "rolling restart", perRun: ROUNDS * SERVERS_AND_WORKERS },
    },
    {
      ...rounds("of three servers one is frozen, one killed, one cut off", "balanced-servers"),
      only: "one server frozen",
    },
    // As many as a run makes, of all kinds together.
    { ...each("PostgreSQL or its connections end", "database-outage"), perRun: 9 },
    { ...each("vector stores that lie, of 13 kinds", "lying-stores"), perRun: 28 },
    { ...each("transactions on a crowded connection", "crowded-connection"), perRun: 250 },
    { ...each("callers who leave", "callers-who-leave"), perRun: 30 },
  ],
];

function kills(name: string, file: string, asked: number): Fault {
  const env = { QUARRY_TEST_KILLS: String(KILLS) };
  return { name: `kills: ${name}`, file: `faults/${file}.test.ts`, env, perRun: KILLS, asked };
}

function cuts(fileSystem: string, asked: number): Fault {
  return {
    ...{ name: `power cuts: ${fileSystem}`, file: "faults/power-cut.test.ts", only: "loses nothing" },
    env: { QUARRY_TEST_FILE_SYSTEM: fileSystem, QUARRY_TEST_POWER_CUTS: String(CUTS) },
    ...{ perRun: CUTS, asked },
  };
}

function each(name: string, file: string): Fault {
  return { name, file: `faults/${file}.test.ts`, env: {}, perRun: 1, asked: 100 };
}

/** A test that repeats its faults on the same servers. */
function rounds(name: string, file: string): Fault {
  return { ...each(name, file), env: { QUARRY_TEST_ROUNDS: String(ROUNDS) }, perRun: ROUNDS };
}
