export default function P() {
  return <p>costs/costs-page</p>;
}
