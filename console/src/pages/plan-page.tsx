export default function P() {
  return <p>plan-page</p>;
}
