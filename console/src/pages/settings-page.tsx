export default function P() {
  return <p>settings-page</p>;
}
