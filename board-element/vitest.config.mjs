import { cataloguesInTests } from "./catalogue.mjs";

export default { plugins: [cataloguesInTests] };
