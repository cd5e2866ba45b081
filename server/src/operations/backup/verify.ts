import type { QueryService } from "../../retrieve/query-service.ts";
import type { Operation } from "../operation-event.ts";
import { reported, type Status } from "../reported.ts";
import { type BackupFolder, checksumOf } from "./backup-folder.ts";
import { type CheckedBackup, restoreRows } from "./restore.ts";
import { askQuestions, chooseQuestions, isAlike } from "./sample-questions.ts";

const OTHER_PASSAGES = "a sample question finds other passages than when the backup was made";
const UNANSWERED =
  "a sample question was not answered completely: is the embedder away? Verify again when it is back";
const UNASKED =
  "; the answers are not checked, because no sample question was answered completely when the backup was made: make another backup";

/** An instance of its own, whose database is empty. */
export interface Scratch {
  readonly database: Parameters<typeof restoreRows>[0];
  /** Starts the service on the database, once it is filled. */
  start(): Promise<QueryService>;
}

/**
 * Restores a backup into a scratch database, compares every original file with its checksum, and asks the questions that
 * were asked when the backup was made.
 */
export async function* verify(scratch: Scratch, backup: CheckedBackup): Operation {
  const { folder, name, manifest } = backup;
  const status = { text: "the tables are created" };
  yield* reported(restoreRows(scratch.database, backup, status), status);
  const damaged = yield* reported(damagedFiles(folder, name, manifest.files.count, status), status);
  for (const key of damaged)
    yield {
      type: "finding",
      isRepaired: false,
      ...findingOf(key, "is missing or has changed; delete it, and the next backup copies it again"),
    };

  status.text = "the indexes are filled";
  const queries = yield* reported(scratch.start(), status);
  const answers = yield* reported(askQuestions(queries, manifest.questions), status);
  let unlike = 0;
  for (const [at, question] of manifest.questions.entries()) {
    const answer = answers[at];
    if (answer && isAlike(question, answer)) continue;
    unlike += 1;
    const problem = answer ? OTHER_PASSAGES : UNANSWERED;
    yield {
      type: "finding",
      isRepaired: false,
      orgId: question.orgId,
      subject: `space ${question.spaceId}`,
      problem,
    };
  }
  const asked = manifest.questions.length;
  const isUnasked = asked === 0 && (await chooseQuestions(scratch.database.db)).length > 0;
  yield {
    type: "result",
    isGood: damaged.length + unlike === 0 && !isUnasked,
    text: `${name}: all rows restored, ${manifest.files.count - damaged.length} of ${manifest.files.count} files are whole, ${asked - unlike} of ${asked} questions find the same passages${isUnasked ? UNASKED : ""}`,
  };
}

async function damagedFiles(folder: BackupFolder, name: string, count: number, status: Status) {
  const damaged: string[] = [];
  let checked = 0;
  for await (const { key, sha256 } of folder.readFileList(name)) {
    const bytes = await folder.readFile(key);
    if (!bytes || (await checksumOf(bytes)) !== sha256) damaged.push(key);
    checked += 1;
    status.text = `${checked} of ${count} files are checked`;
  }
  return damaged;
}

function findingOf(key: string, problem: string) {
  return { orgId: key.split("/")[0] ?? "", subject: `file ${key}`, problem };
}
