export default function P() {
  return <p>memory-page</p>;
}
