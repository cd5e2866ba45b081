import { rejection } from "../rejection.ts";
import { document, type LexicalTools, ORG, SCOPE } from "./session.ts";
import { heldDocuments } from "./write-tests.ts";

/** What an index must do if it declares `durable` or has `within`. */
export function durabilityTests({ test, expect }: LexicalTools): void {
  test("keeps acknowledged writes after a crash", async ({ index, put, reopen }) => {
    if (!index.durable) return;
    if (!reopen) throw new Error("The factory of a durable index must provide reopen().");
    await put(Array.from({ length: 30 }, (_, at) => document(`doc_${at}`, ["apple pie"])));
    await put([document("doc_1", ["pear"], { generation: 2 })]);
    await index.delete({ orgId: ORG, documentId: "doc_2" });
    const documents = await heldDocuments(index, ORG);
    const reopened = await reopen();
    expect(await heldDocuments(reopened, ORG)).toEqual(documents);
    const ids = async (query: string) => (await reopened.search(SCOPE, query, 100)).hits.map(({ id }) => id);
    expect((await ids("apple")).length).toEqual(28);
    expect(await ids("pear")).toEqual(["doc_1_0"]);
    await reopened.replaceDocuments(ORG, [document("doc_new", ["cherry"])]);
    expect(await ids("cherry")).toEqual(["doc_new_0"]);
  });

  test("commits writes with their transaction", async ({ index, put, found, transact }) => {
    if (!index.within) return;
    if (!transact) throw new Error("The factory of an index with within() must provide transact().");
    await put([document("doc_a", ["apple"])]);
    await transact(async (transaction) => {
      await index.within?.(transaction).replaceDocuments(ORG, [document("doc_b", ["apple"])]);
      await index.within?.(transaction).delete({ orgId: ORG, documentId: "doc_a" });
    });
    expect(await found("apple")).toEqual(["doc_b_0"]);
  });

  test("discards writes of a transaction that is rolled back", async ({ index, put, found, transact }) => {
    if (!index.within || !transact) return;
    await put([document("doc_a", ["apple"])]);
    const reason = await rejection(
      transact(async (transaction) => {
        await index.within?.(transaction).replaceDocuments(ORG, [document("doc_a", ["pear"])]);
        await index.within?.(transaction).replaceDocuments(ORG, [document("doc_b", ["apple"])]);
        throw new Error("rolled back");
      }),
    );
    expect(reason instanceof Error && reason.message).toEqual("rolled back");
    expect(await found("apple pear")).toEqual(["doc_a_0"]);
  });
}
