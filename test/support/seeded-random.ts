export { seededRandom } from "@quarry/core";
