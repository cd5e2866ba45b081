import {
  CreateSpaceBody,
  LIMITS,
  ListSpacesParameters,
  spaceId,
  Text,
  UpdateSpaceBody,
} from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { requirePermission } from "../../platform/access/caller.ts";
import { archives } from "../spaces/service.ts";
import { takeFitting } from "./answer-size.ts";
import { listingFields, pageOf } from "./listing.ts";
import { lines, pageText, spaceText } from "./markdown.ts";
import { ListedSpace, listFields, SpaceRecord, toListedSpace, toSpaceRecord } from "./records.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

const oneSpace = Type.Object({ space: SpaceRecord });

const description = Type.Optional(
  Text({
    minLength: 1,
    maxLength: LIMITS.spaceDescriptionMaxChars,
    description: "what the space contains, in a sentence or two; smart_query uses it to choose spaces",
  }),
);

const listSpaces = defineTool({
  name: "list_spaces",
  title: "List spaces",
  description:
    "Lists the spaces (knowledge bases) with their ids, slugs and descriptions. Use it to find the id of a space that the user names, or to see which spaces exist. To answer a question you need not list spaces first: smart_query finds the right ones.",
  permission: "spaces:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    { status: ListSpacesParameters.properties.status, ...listingFields },
    { additionalProperties: false },
  ),
  output: Type.Object({ spaces: Type.Array(ListedSpace), ...listFields }),
  async run({ status = "active", metadata, ...page }, { caller, services, form }) {
    const { data, pagination } = await services.spaces.list(caller, { status, metadata }, pageOf(page));
    const spaces = takeFitting(data.map(toListedSpace), { form, textOf: spaceText });
    const omitted = data.length - spaces.length;
    const text = pageText("Spaces", spaces.map(spaceText), pagination, omitted);
    return { data: { spaces, pagination, omitted }, text };
  },
});

const createSpace = defineTool({
  name: "create_space",
  title: "Create a space",
  description:
    "Creates a space for documents that belong together. Give it a meaningful description. First check with list_spaces whether a suitable space exists. Then add documents with upload_document.",
  permission: "spaces:write",
  annotations: ANNOTATIONS.adds,
  input: Type.Object(
    {
      ...Type.Pick(CreateSpaceBody, ["name", "slug", "icon", "metadata", "chunking"]).properties,
      description,
    },
    { additionalProperties: false },
  ),
  output: oneSpace,
  async run(body, { caller, services }) {
    const space = toSpaceRecord(await services.spaces.create(caller, body));
    return { data: { space }, text: lines("Created the space:", spaceText(space)) };
  },
});

const getSpace = defineTool({
  name: "get_space",
  title: "Get a space",
  description:
    "Returns a space's record: description, metadata, whether it is archived, and its chunking settings. list_documents lists its documents.",
  permission: "spaces:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object({ spaceId }, { additionalProperties: false }),
  output: oneSpace,
  async run({ spaceId }, { caller, services }) {
    const space = toSpaceRecord(await services.spaces.get(caller, spaceId));
    return { data: { space }, text: spaceText(space) };
  },
});

const updateSpace = defineTool({
  name: "update_space",
  title: "Update a space",
  description:
    "Changes the given fields of a space and keeps the others; metadata is replaced as a whole. isArchived false restores an archived space; true archives it, which needs the permission spaces:delete.",
  permission: "spaces:write",
  annotations: ANNOTATIONS.replaces,
  input: Type.Object(
    {
      spaceId,
      ...Type.Pick(UpdateSpaceBody, ["name", "slug", "icon", "metadata", "chunking", "ranking", "isArchived"])
        .properties,
      description,
    },
    { additionalProperties: false },
  ),
  output: oneSpace,
  async run({ spaceId, ...body }, { caller, services }) {
    if (archives(body)) requirePermission(caller, "spaces:delete");
    const space = toSpaceRecord(await services.spaces.update(caller, spaceId, body));
    return { data: { space }, text: lines("Updated:", spaceText(space)) };
  },
});

const deleteSpace = defineTool({
  name: "delete_space",
  title: "Archive or erase a space",
  description:
    "Archives a space: it is hidden and no longer searched, its data stays, and update_space with isArchived false restores it. With purge true it is erased permanently with all its documents; ask the user first.",
  permission: "spaces:delete",
  annotations: ANNOTATIONS.replaces,
  input: Type.Object(
    {
      spaceId,
      purge: Type.Optional(
        Type.Boolean({
          default: false,
          description: "true erases the space and everything in it; this cannot be undone",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ space: SpaceRecord, purged: Type.Boolean() }),
  async run({ spaceId, purge = false }, { caller, services: { spaces } }) {
    const space = toSpaceRecord(await (purge ? spaces.purge : spaces.archive)(caller, spaceId));
    const done = purge ? "Erased permanently:" : "Archived; update_space with isArchived false restores it:";
    return { data: { space, purged: purge }, text: lines(done, spaceText(space)) };
  },
});

/** Tools for spaces. */
export const SPACE_TOOLS = [listSpaces, createSpace, getSpace, updateSpace, deleteSpace];
