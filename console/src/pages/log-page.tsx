export default function P() {
  return <p>log-page</p>;
}
