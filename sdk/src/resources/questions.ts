import type {
  AskedQuestion,
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
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** The log of the questions that were asked. It is off until `updateSettings({ recording: "on" })`. */
export class Questions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the questions that were asked, newest first. */
  list(parameters: ListQuestionsParameters = {}, options?: CallOptions): ListPromise<AskedQuestion> {
    return startList((page = parameters.page) =>
      this.#transport.send<AskedQuestionPage>(
        { method: "GET", path: "/api/questions", parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Counts the questions of each day or hour, and measures how long the answers took. */
  volume(
    parameters: QuestionVolumeParameters = {},
    options?: CallOptions,
  ): ApiPromise<QuestionVolumeResponse> {
    return this.#transport.send({ method: "GET", path: "/api/questions/volume", parameters }, options);
  }

  /** Groups the newest questions without a good answer by likeness. */
  unanswered(
    parameters: UnansweredQuestionsParameters = {},
    options?: CallOptions,
  ): ApiPromise<UnansweredQuestionsResponse> {
    return this.#transport.send({ method: "GET", path: "/api/questions/unanswered", parameters }, options);
  }

  /** Deletes all questions. The settings stay. */
  deleteAll(options?: CallOptions): ApiPromise<DeletedQuestionsResponse> {
    return this.#transport.send({ method: "DELETE", path: "/api/questions" }, options);
  }

  /** Retrieves what the log keeps, and for how long. */
  settings(options?: CallOptions): ApiPromise<QuestionLogSettingsResponse> {
    return this.#transport.send({ method: "GET", path: "/api/questions/settings" }, options);
  }

  /** Changes what the log keeps. `off` deletes it, `without_texts` deletes the texts in it. */
  updateSettings(
    changes: UpdateQuestionLogBody,
    options?: CallOptions,
  ): ApiPromise<QuestionLogSettingsResponse> {
    return this.#transport.send({ method: "PATCH", path: "/api/questions/settings", body: changes }, options);
  }
}
