export default function P() {
  return <p>models/models-page</p>;
}
