export default function P() {
  return <p>floor</p>;
}
