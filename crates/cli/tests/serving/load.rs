use serde_json::{Value, json};

use crate::process::{Place, Process, finish, mekong};

#[tokio::test(flavor = "multi_thread")]
async fn load_is_measured() {
    let place = Place::sqlite();
    let server = Process::start("127.0.0.1:0", &place.address);
    let (address, pid) = (format!("http://{}", server.address), server.id().to_string());
    let said = finish(mekong(&[
        "load",
        "--server",
        &address,
        "--games",
        "8",
        "--idle",
        "20",
        "--every",
        "50",
        "--ramp",
        "1",
        "--seconds",
        "3",
        "--pid",
        &pid,
        "--game",
        "palam",
        "--json",
    ]))
    .await;
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let figures: Value = serde_json::from_str(&said.out).expect("JSON");
    assert!(figures["moves"].as_u64() > Some(8), "{figures}");
    assert_eq!(
        (&figures["sockets"], &figures["refused"], &figures["broken"]),
        (&json!(36), &json!(0), &json!(0))
    );
    let spread = &figures["ack_ms"];
    assert!(
        spread["p50"].as_f64() > Some(0.0) && spread["p50"].as_f64() <= spread["p99"].as_f64(),
        "{figures}"
    );
    assert!(figures["memory_after"].as_u64() > Some(1 << 20), "{figures}");
    let wrong = finish(mekong(&["load", "--server", "https://play.example"])).await;
    assert!(wrong.code == 1 && wrong.err.contains("http://"), "{}", wrong.err);
}
