import {
  AskedQuestionPage,
  DeletedQuestionsResponse,
  ListQuestionsParameters,
  QuestionLogSettingsResponse,
  QuestionVolumeParameters,
  QuestionVolumeResponse,
  UnansweredQuestionsParameters,
  UnansweredQuestionsResponse,
  UpdateQuestionLogBody,
} from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { readPage } from "../../platform/paging.ts";
import type { QuestionLog } from "./service.ts";

/**
 * The routes of the log of questions. They use the permissions to change API keys, as the audit log does: the log shows what
 * people ask, so only an organization's admins read it.
 */
export function questionRoutes(
  auth: Authorization,
  log: QuestionLog,
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .use(auth)
    .get("/questions", ({ caller, query }) => log.list(caller, query, readPage(query)), {
      door: { permission: "apikeys:write", body: "none", cost: "work" },
      wholeOrganization: true,
      query: ListQuestionsParameters,
      response: responses({ 200: AskedQuestionPage }),
      detail: describe("listQuestions", "List the questions that were asked, newest first"),
    })
    .delete("/questions", async ({ caller }) => ({ deleted: await log.deleteAll(caller) }), {
      door: { permission: "apikeys:delete", body: "none", cost: "work" },
      wholeOrganization: true,
      response: responses({ 200: DeletedQuestionsResponse }),
      detail: describe("deleteQuestions", "Delete the log of questions"),
    })
    .get("/questions/volume", ({ caller, query }) => log.volume(caller, query), {
      door: { permission: "apikeys:write", body: "none", cost: "work" },
      wholeOrganization: true,
      query: QuestionVolumeParameters,
      response: responses({ 200: QuestionVolumeResponse }),
      detail: describe("getQuestionVolume", "Count questions and measure their duration over time"),
    })
    .get("/questions/unanswered", ({ caller, query }) => log.unanswered(caller, query), {
      door: { permission: "apikeys:write", body: "none", cost: "work" },
      wholeOrganization: true,
      query: UnansweredQuestionsParameters,
      response: responses({ 200: UnansweredQuestionsResponse }),
      detail: describe("groupUnanswered", "Group the questions without a good answer by likeness"),
    })
    .get("/questions/settings", async ({ caller }) => ({ settings: await log.settings(caller) }), {
      door: { permission: "apikeys:write", body: "none", cost: "light" },
      wholeOrganization: true,
      response: responses({ 200: QuestionLogSettingsResponse }),
      detail: describe("getQuestionSettings", "Get what the log of questions keeps"),
    })
    .patch(
      "/questions/settings",
      async ({ caller, body }) => ({ settings: await log.changeSettings(caller, body) }),
      {
        door: { permission: "apikeys:write", body: "json", cost: "work" },
        wholeOrganization: true,
        body: UpdateQuestionLogBody,
        response: responses({ 200: QuestionLogSettingsResponse }),
        detail: describe("updateQuestionSettings", "Change what the log of questions keeps, and how long"),
      },
    );
}
