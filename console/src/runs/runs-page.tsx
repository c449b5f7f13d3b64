export default function P() {
  return <p>runs</p>;
}
