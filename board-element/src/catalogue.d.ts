declare module "*.pot" {
  const words: Record<string, string>;
  export default words;
}
