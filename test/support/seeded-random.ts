export { seededRandom } from "@quarry/core/internal";
