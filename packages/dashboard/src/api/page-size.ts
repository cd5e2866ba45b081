/** Items on one page of a list: the most that the API gives at once. */
export const PAGE_SIZE = 100;
